// The id of something that is about to be made: the same for as long as it is the same thing, so that a repeat makes none twice.
import { useRef } from 'react'

import { uuid7 } from '../../lib/uuid7'

export function useSameId(): (thing: unknown) => string {
  const last = useRef({ of: '', id: '' })
  return (thing) => {
    const of = JSON.stringify(thing)
    if (last.current.of !== of) last.current = { of, id: uuid7() }
    return last.current.id
  }
}
