"""The app on its screen."""
