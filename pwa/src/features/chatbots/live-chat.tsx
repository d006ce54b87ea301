// The live chat of the client's website, which an admin has embedded.
import { useState } from 'react'

import { useSyncStatus } from '../../live/live'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Alert } from '../../ui/feedback/alert'
import { embedAddress } from './mutations'

/** The script runs on its own origin, in a sandboxed frame that cannot reach this page. It loads on a tap. */
export function LiveChat({ clientId }: { clientId: string }) {
  const { link } = useSyncStatus()
  const [state, setState] = useState<
    { is: 'idle' | 'busy' } | { is: 'open'; url: string } | { is: 'failed'; message: string }
  >({ is: 'idle' })
  const load = async () => {
    setState({ is: 'busy' })
    const outcome = await embedAddress(clientId)
    setState(outcome.is === 'done' ? { is: 'open', url: outcome.value } : outcome)
  }
  return (
    <Card
      title="Live chat on your website"
      aside={
        state.is === 'open' && (
          <Button size="sm" onClick={() => void load()}>
            Reload chat
          </Button>
        )
      }
    >
      {state.is === 'failed' && <Alert className="mb-3">{state.message}</Alert>}
      {state.is === 'open' ? (
        <iframe
          key={state.url}
          title="Live chat"
          src={state.url}
          sandbox="allow-scripts allow-forms allow-popups"
          referrerPolicy="no-referrer"
          className="bot-frame"
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <p className="text-base text-pretty text-ink-2">The chat as your visitors see it.</p>
          <Button
            className="max-sm:w-full"
            busy={state.is === 'busy'}
            disabled={link.is === 'offline'}
            onClick={() => void load()}
          >
            Load chat
          </Button>
          {link.is === 'offline' && <p className="w-full text-sm text-ink-3">This needs a connection.</p>}
        </div>
      )}
    </Card>
  )
}
