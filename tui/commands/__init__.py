"""The commands of a conversation, named once for every face."""
