"""The CDK text, synthesised by the CDK itself: `make synth`. It takes the CDK and node, so the other tests do without."""
