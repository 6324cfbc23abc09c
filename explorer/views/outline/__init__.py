"""What the reader is told, in records that hold no markup: the text and the HTML say the same because both read these."""
