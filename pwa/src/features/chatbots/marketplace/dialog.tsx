// Marketplace dialog: bots that a client can add to their own and remove again. It loads on opening.
import { Store } from 'lucide-react'
import { useEffect, useState } from 'react'

import { onResponse } from '../../../lib/time/slow-response'
import { useSyncStatus } from '../../../live/live'
import { Avatar } from '../../../ui/avatar'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useAction } from '../../../ui/hooks/use-action'
import { ERROR_TEXTS } from '../error-texts'
import { LATE, type Outcome, readMarketplace, subscribeTo } from '../mutations'
import type { Offer } from '../remote'
import { useOwnBots } from '../queries'

type View = { is: 'loading' } | { is: 'failed' } | { is: 'ready'; offers: Offer[] }

export function MarketplaceDialog({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [view, setView] = useState<View>({ is: 'loading' })
  const own = useOwnBots()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const receive = (outcome: Outcome<Offer[]>) =>
      setView(outcome.is === 'done' ? { is: 'ready', offers: outcome.value } : { is: 'failed' })
    return onResponse(readMarketplace(), receive, LATE)
  }, [attempt])
  const close = () => {
    setOpen(false)
    onClosed()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Marketplace"
      description="Chatbots that you can add to your own."
      actions={<Button onClick={close}>Close</Button>}
    >
      {(view.is === 'loading' || (view.is === 'ready' && own.is === 'loading')) && (
        <div role="status" aria-label="Loading the marketplace" className="space-y-3">
          <Skeleton className="h-16 rounded-lg" />
          <Skeleton className="h-16 rounded-lg" />
        </div>
      )}
      {(view.is === 'failed' || own.is === 'failed') && (
        <LoadError
          onRetry={() => {
            setView({ is: 'loading' })
            setAttempt((before) => before + 1)
            if (own.is === 'failed') own.retry()
          }}
        >
          {ERROR_TEXTS.load}
        </LoadError>
      )}
      {view.is === 'ready' && own.is === 'ready' && view.offers.length === 0 && (
        <EmptyState icon={<Store size={22} aria-hidden="true" />} title="No chatbots yet">
          When we list a chatbot, you find it here.
        </EmptyState>
      )}
      {view.is === 'ready' && own.is === 'ready' && view.offers.length > 0 && (
        <ul aria-label="Offered chatbots" className="divide-y divide-line">
          {view.offers.map((offer) => (
            <OfferRow
              key={offer.id}
              offer={offer}
              isAdded={own.added.has(offer.id)}
              isAssigned={own.all.has(offer.id) && !own.added.has(offer.id)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

type OfferRowProps = { offer: Offer; isAdded: boolean; isAssigned: boolean }

function OfferRow({ offer, isAdded, isAssigned }: OfferRowProps) {
  const action = useAction({ errorAsToast: true })
  const { link } = useSyncStatus()
  const change = () =>
    void action.run(
      () => subscribeTo(offer.id, !isAdded),
      isAdded ? `Removed ${offer.name}` : `Added ${offer.name}`,
    )
  return (
    <li className="flex items-start gap-3 py-3">
      <Avatar name={offer.name} picture={offer.avatar} />
      <div className="min-w-0 flex-1">
        <p className="text-base font-medium break-words text-ink">{offer.name}</p>
        <p className="text-sm text-ink-3">{offer.category}</p>
        {offer.description !== '' && (
          <p className="bot-lines mt-0.5 text-sm break-words text-ink-2">{offer.description}</p>
        )}
      </div>
      {isAssigned ? (
        <Badge tone="good">Assigned to you</Badge>
      ) : (
        <Button
          size="sm"
          tone={isAdded ? 'borderless' : 'bordered'}
          aria-label={`${isAdded ? 'Remove' : 'Add'} ${offer.name}`}
          busy={action.busy}
          disabled={link.is === 'offline'}
          onClick={change}
        >
          {isAdded ? 'Remove' : 'Add'}
        </Button>
      )}
    </li>
  )
}
