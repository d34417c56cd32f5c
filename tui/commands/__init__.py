"""The commands of a conversation, the same for every face."""
