"""What every --help says below its options: examples, exit statuses, environment and files."""
