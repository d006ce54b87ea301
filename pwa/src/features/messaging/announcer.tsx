// Reads aloud what comes in, and nothing else: older pages and scrolling stay silent.
import { useState } from 'react'

import type { MessageRow } from '../../db/rows'

export function Announcer({ newest }: { newest: MessageRow | undefined }) {
  const [known] = useState(newest?.id)
  return (
    <div aria-live="polite" aria-relevant="additions" className="sr-only">
      {newest !== undefined && newest.id !== known && (
        <p key={newest.id}>
          {newest.sender_name}: {newest.content}
        </p>
      )}
    </div>
  )
}
