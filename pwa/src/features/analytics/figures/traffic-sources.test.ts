// Tests of the names of traffic sources, including sources that a visitor made up.
import { expect, test } from 'vitest'

import { sourceDetail, sourceName } from './traffic-sources'

test.each([
  ['google / organic', 'Google search'],
  ['google / cpc', 'Google ads'],
  ['bing / paid', 'Bing ads'],
  ['duckduckgo / organic', 'DuckDuckGo search'],
  ['news.example / referral', 'news.example'],
  ['news.example / organic', 'news.example search'],
  ['newsletter / email', 'Newsletter email'],
  ['(direct) / (none)', 'Direct visits'],
  ['(not set) / (not set)', '(not set) / (not set)'],
  ['poster / qr', 'poster / qr'],
  ['m.facebook.com / referral', 'Facebook'],
  ['maps.google.com / referral', 'Google Maps'],
  ['facebook.com.example / referral', 'facebook.com.example'],
  ['google / constructor', 'google / constructor'],
  ['constructor / organic', 'Constructor search'],
])('names %s', (pair, name) => {
  expect(sourceName(pair)).toBe(name)
})

test.each([
  ['google / organic', 'unpaid search results'],
  ['bing / paid', 'paid ads'],
  ['news.example / referral', 'links on that website'],
  ['m.facebook.com / referral', 'links on m.facebook.com'],
  ['(direct) / (none)', 'typed in or bookmarked'],
  ['poster / qr', 'poster / qr'],
  ['google / constructor', 'google / constructor'],
])('explains %s', (pair, detail) => {
  expect(sourceDetail(pair)).toBe(detail)
})
