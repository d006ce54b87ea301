// Tests that an exported report is self-contained, and that users' texts are escaped in its HTML.
import { expect, test } from 'vitest'

import { reportRow } from '../../../testing/rows/reports'
import { packOf } from './pack'

const PICTURE = 'data:image/png;base64,iVBORw0KGgo='
function parsed(html: string): HTMLElement {
  const page = document.createElement('div')
  page.innerHTML = html
  return page
}

test('contains text, figures, chart and picture, and no external reference except one link', () => {
  const { name, html } = packOf({
    report: reportRow(),
    company: 'Northwind & Søns',
    product: 'Pulseboard',
    poster: PICTURE,
    video: '',
  })
  expect(name).toBe('northwind-søns-2026-11-23.html')
  const page = parsed(html)
  expect(page.querySelector('h1')).toHaveTextContent('Week 47')
  expect(page.querySelector('.text')).toHaveTextContent('A good week.')
  expect(page.querySelector('img')).toHaveAttribute('src', PICTURE)
  expect([...page.querySelectorAll('dt')].map((one) => one.textContent)).toEqual([
    'Performance score on Fri, Nov 20',
    'Users',
    'Bounce Rate',
  ])
  expect(page.querySelector('dl')).toHaveTextContent('83↑ +9 points')
  expect(page.querySelector('svg')).toHaveAccessibleName('Performance score by week. Nov 13: 74, Nov 20: 83')
  expect(
    [...page.querySelectorAll('[src], [href], [srcset], link, script, iframe')].map((one) => one.tagName),
  ).toEqual(['IMG', 'A'])
  expect(page.querySelector('meta[http-equiv]')).toHaveAttribute(
    'content',
    expect.stringContaining("default-src 'none'"),
  )
})

test('escapes texts of users, and leaves out external pictures and URLs', () => {
  const evil = '"><img src=https://evil.example/x onerror=alert(1)><script>alert(1)</script>'
  const content = { text: evil, embed_url: null, video_url: 'javascript:alert(1)', video_name: null }
  const report = reportRow({ title: evil, author_name: evil, content, figures: null })
  const page = parsed(
    packOf({
      report,
      company: evil,
      product: 'Pulseboard',
      poster: 'https://evil.example/x.png',
      video: 'https://evil.example/x.mp4',
    }).html,
  )
  expect(page.querySelectorAll('img, script, a, svg')).toHaveLength(0)
  expect(page.querySelector('h1')).toHaveTextContent(evil)
})

test('embeds an uploaded video, or mentions it if it could not be loaded', () => {
  const content = {
    text: '',
    embed_url: null,
    video_url: '/storage/v1/object/report-videos/reports/1.mp4',
    video_name: 'week.mp4',
  }
  const packed = {
    report: reportRow({ content, video_kind: 'upload' }),
    company: 'Northwind',
    product: 'Pulseboard',
    poster: '',
  }
  const video = 'data:video/mp4;base64,AAAA'
  const { html } = packOf({ ...packed, video })
  expect(parsed(html).querySelector('video')).toHaveAttribute('src', video)
  expect(html).toContain('media-src data:')
  const without = parsed(packOf({ ...packed, video: '' }).html)
  expect(without.querySelectorAll('video, a')).toHaveLength(0)
  expect(without).toHaveTextContent('The video of this report is not in this file: it is at Pulseboard.')
})
