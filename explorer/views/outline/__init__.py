"""What the reader is told, in records without markup: the text and the HTML say the same because both read these."""
