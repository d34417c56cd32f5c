"""`sizewise completions`: what makes a shell complete with Tab, and what may stand at the cursor."""
