"""One adapter a platform: they translate and never decide, and import ``bot.ports`` alone."""
