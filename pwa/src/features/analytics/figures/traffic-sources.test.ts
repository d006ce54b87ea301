// Names of traffic sources, also of those that a visitor made up.
import { expect, test } from 'vitest'

import { arrivalText, sourceName } from './traffic-sources'

test.each([
  ['google / organic', 'Google search', 'from Google'],
  ['google / cpc', 'Google ads', 'from Google ads'],
  ['bing / paid', 'Bing ads', 'from Bing ads'],
  ['duckduckgo / organic', 'DuckDuckGo search', 'from DuckDuckGo'],
  ['yelp.com / referral', 'yelp.com', 'from yelp.com'],
  ['news.example / organic', 'news.example search', 'from news.example'],
  ['newsletter / email', 'Newsletter email', 'from email'],
  ['(direct) / (none)', 'Direct visits', 'directly'],
  ['(not set) / (not set)', '(not set) / (not set)', null],
  ['poster / qr', 'poster / qr', 'from Poster'],
  ['m.facebook.com / referral', 'm.facebook.com', 'from m.facebook.com'],
  ['google / constructor', 'google / constructor', 'from Google'],
  ['constructor / organic', 'Constructor search', 'from Constructor'],
])('names %s', (pair, name, arrival) => {
  expect([sourceName(pair), arrivalText(pair)]).toEqual([name, arrival])
})
