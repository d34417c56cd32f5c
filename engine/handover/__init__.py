"""From an advice to something that runs, and back from what was measured. Takes and gives records and text; opens no file."""
