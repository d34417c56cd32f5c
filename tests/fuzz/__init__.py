"""What reads files and words of others, fed with anything: `make fuzz` searches by coverage, the tests run what it found."""
