"""Running the explored program again, eager and compiled, and measuring both: time, numbers, memory."""
