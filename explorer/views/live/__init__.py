"""The pieces of live progress: torch's phases in words, and what is known of each compile while it runs."""
