// A banner above every screen during a trial: its remaining days. Dismissed for good for this user on this
// device.
import { Sparkles, X } from 'lucide-react'
import { useState } from 'react'

import { recall, remember } from '../../../lib/storage'
import { useLive } from '../../../live/live'
import { IconButton } from '../../../ui/button'
import { useMinute } from '../../../ui/hooks/use-now'
import { useOwnSubscription } from '../card-on-file'
import { daysLeft } from '../rules'

const KEY = 'trial_banner_dismissed'

export function TrialBanner() {
  const { userId } = useLive()
  const view = useOwnSubscription()
  const subscription = view.is === 'ready' ? view.row : null
  const now = useMinute()
  const [dismissed, setDismissed] = useState(() => recall(KEY) === userId)
  const end = subscription?.subscription_status === 'trialing' ? subscription.current_period_end : null
  const days = end === null ? 0 : daysLeft(end, now)
  if (dismissed || days === 0) return null
  const dismiss = () => {
    remember(KEY, userId)
    setDismissed(true)
  }
  return (
    <section
      aria-label="Free Trial"
      className="flex shrink-0 items-center gap-2.5 border-b border-primary-line bg-primary-soft pr-1.5 pl-4 text-sm text-primary-ink lg:pl-6"
    >
      <Sparkles size={16} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1 py-2">
        <span className="font-semibold">
          {days === 1 ? '1 day' : `${days} days`} left in your free trial.
        </span>
        {subscription?.cancel_at_period_end === true ? ' It ends without a charge.' : ''}
      </p>
      <IconButton label="Dismiss" size="sm" onClick={dismiss}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </section>
  )
}

export default TrialBanner
