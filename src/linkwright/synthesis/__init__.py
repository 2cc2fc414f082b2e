"""From a task to a robot: structures, their dimensions and links, judged on whole populations and searched for the best."""
