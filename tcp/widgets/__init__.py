"""What learners click. Each widget is one class in one file, built on `tcp.widgets.panel`.

A widget shows; what it shows is computed by the package below. All of them can be built and
driven in plain Python, without a browser.
"""
