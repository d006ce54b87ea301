// Hook for the id of a row to create. The same content keeps the same id, so a retry creates no duplicate.
import { useRef } from 'react'

import { uuid7 } from '../../lib/ids/uuid7'

export function useStableId(): (thing: unknown) => string {
  const last = useRef({ of: '', id: '' })
  return (thing) => {
    const of = JSON.stringify(thing)
    if (last.current.of !== of) last.current = { of, id: uuid7() }
    return last.current.id
  }
}
