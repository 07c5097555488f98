"""Visits a page and what it links. Scrapy obeys robots.txt as in each new project of it.

pip install scrapy
repspec crawl -j 4 --token Scrapy -- scrapy runspider "$PWD/scrapy_spider.py" -a start={start}
"""

import scrapy


class Spider(scrapy.Spider):
    name = "linked"
    custom_settings = {
        "ROBOTSTXT_OBEY": True,
        "USER_AGENT": "Scrapy",
        "DEPTH_LIMIT": 1,
        "DOWNLOAD_DELAY": 0,
        "DOWNLOAD_TIMEOUT": 3,
        "LOG_LEVEL": "WARNING",
        "RETRY_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
    }

    def __init__(self, start):
        super().__init__()
        self.start_urls = [start]

    def parse(self, response):
        if isinstance(response, scrapy.http.TextResponse):
            yield from response.follow_all(css="a")
