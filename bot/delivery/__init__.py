"""From a screen to what has really left: painting, pacing, retries."""
