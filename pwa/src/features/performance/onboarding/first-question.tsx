// Opens the onboarding dialog for a client without a website, once on this device. Afterwards the cards have a
// button for it.
import { useState } from 'react'

import type { ClientRow } from '../../../db/rows/clients'
import { useDismissed } from '../../../live/dismissed'
import { Onboarding } from './onboarding'
import { openRunOf, usePerformance } from '../queries'

export function FirstQuestion() {
  const view = usePerformance()
  return view.is === 'ready' ? <ClientQuestion client={view.client} runs={view.runs} /> : null
}

function ClientQuestion({ client, runs }: { client: ClientRow; runs: Parameters<typeof openRunOf>[0] }) {
  const { isDismissed, dismiss } = useDismissed('onboarding', client.id)
  // The dialog stays open until the user closes it, even if its website is saved meanwhile.
  const [isOpen, setOpen] = useState<boolean | null>(null)
  if (isOpen === null && isDismissed === false && client.website_url === null) setOpen(true)
  if (isOpen === null) return null
  const close = () => {
    setOpen(false)
    dismiss()
  }
  return <Onboarding open={isOpen} onClose={close} client={client} running={openRunOf(runs)} />
}
