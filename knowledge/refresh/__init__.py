"""Makes the instance catalogue, and brings it up to date from AWS's own APIs."""
