// The live chat of the client's website, which an admin has embedded: its preview, and its code.
import { ChevronDown, Code } from 'lucide-react'
import { useState } from 'react'

import { useSyncStatus } from '../../live/live'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { CopyButton } from '../../ui/copy-button'
import { Alert } from '../../ui/feedback/alert'
import { embedAddress } from './mutations'

/** The script runs on its own origin, in a sandboxed frame that cannot reach this page. It loads on a tap. */
export function LiveChat({ clientId, code }: { clientId: string; code: string }) {
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
        <>
          <p className="mb-3 text-base text-pretty text-ink-2">The chat as your visitors see it.</p>
          <Button
            className="w-full"
            busy={state.is === 'busy'}
            disabled={link.is === 'offline'}
            onClick={() => void load()}
          >
            Load chat
          </Button>
          {link.is === 'offline' && <p className="mt-1 text-sm text-ink-3">This needs a connection.</p>}
        </>
      )}
      <EmbedCode code={code} />
    </Card>
  )
}

/** Folded, because it is needed once, when somebody puts the chat on the website. */
function EmbedCode({ code }: { code: string }) {
  return (
    <details className="group bot-embed border-t border-line">
      <summary className="flex min-h-control cursor-pointer list-none items-center gap-2 rounded-md [&::-webkit-details-marker]:hidden">
        <Code size={17} aria-hidden="true" className="text-ink-3" />
        <h3 className="flex-1 text-base font-medium text-ink">Put the chat on your website</h3>
        <ChevronDown
          size={17}
          aria-hidden="true"
          className="shrink-0 text-ink-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="space-y-2 pb-2">
        <p className="text-sm text-ink-2">
          This is your embed code. Send it to whoever looks after your website: it belongs just before the
          closing body tag.
        </p>
        <pre
          tabIndex={0}
          aria-label="Embed code"
          className="bot-code rounded-md border border-line bg-sunken p-3 text-xs whitespace-pre-wrap break-all text-ink"
        >
          <code>{code}</code>
        </pre>
        <CopyButton size="sm" text={code} label="Copy code" />
      </div>
    </details>
  )
}
