// Parsing frames: valid ones are accepted, invalid ones rejected, unknown types ignored.
import { describe, expect, it } from 'vitest'

import { parseFrame } from './protocol'

const OK = {
  t: 'ok',
  sid: 's',
  user: 'u',
  role: 'client',
  client: null,
  name: 'Ana',
  exp: 1,
  now: 1,
  hb: 25,
  min_build: '1',
  subs: [{ s: 'w', e: 'k', head: 1, tail: 1, mode: 'resume' }],
}

describe('parseFrame', () => {
  it.each([
    OK,
    { t: 'subs', subs: [] },
    {
      t: 'ch',
      s: 'w',
      from: 1,
      to: 2,
      at: 'a',
      d: [
        { tbl: 'messages', op: 'u', id: 'i', v: 1, row: { id: 'i', v: 1 } },
        { tbl: 'x', op: 'd', id: 'i', v: 2 },
      ],
    },
    { t: 'live', s: 'w', c: 1 },
    { t: 'hb', h: { w: 1 }, now: 1 },
    { t: 'pong', n: 1 },
    { t: 'auth_expiring', in: 60 },
    { t: 'auth_ok', exp: 1 },
    { t: 'revoke', s: 'w', why: 'membership' },
    { t: 'bye', why: 'deploy', after: [0, 15_000] },
  ])('accepts $t', (frame) => expect(parseFrame(JSON.stringify(frame))).toEqual(frame))

  it('ignores frames of a newer server, and unknown fields', () => {
    expect(parseFrame('{"t":"dance","d":[]}')).toBe('unknown')
    expect(parseFrame('{"t":"pong","n":1,"extra":true}')).toEqual({ t: 'pong', n: 1, extra: true })
  })

  it.each([
    'no json',
    '[]',
    '7',
    'null',
    '{}',
    '{"t":7}',
    '{"t":"pong"}',
    '{"t":"pong","n":"1"}',
    '{"t":"hb","h":[],"now":1}',
    '{"t":"ch","s":"w","from":1,"to":1,"at":"a","d":[{"tbl":"messages","op":"u","id":"i","v":1}]}',
    '{"t":"ch","s":"w","from":1,"to":1,"at":"a","d":[null]}',
    '{"t":"subs","subs":[{"s":"w"}]}',
    '{"t":"bye","after":["soon"]}',
  ])('rejects %s', (text) => expect(parseFrame(text)).toBeNull())
})
