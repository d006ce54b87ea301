// The address /dashboard/messaging; `?client=` selects a conversation for admins.
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { MessagingScreen } from '../../features/messaging'
import { paths, threadPath } from '../paths'
import { BACK } from '../../ui/list/use-scroll-restoration'
import { useToasts } from '../../ui/feedback/toast'
import { Title } from '../shell/menu/unread'

export default function MessagingRoute() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  useFailedShare(params.get('share') === 'failed')
  return (
    <>
      <Title screen="Messaging" />
      <MessagingScreen
        selected={params.get('client')}
        hrefOf={threadPath}
        onBack={() => void navigate(paths.messaging, { replace: true, state: BACK })}
      />
    </>
  )
}

/** The service worker could not store what another app has shared. */
function useFailedShare(hasFailed: boolean): void {
  const toasts = useToasts()
  const navigate = useNavigate()
  useEffect(() => {
    if (!hasFailed) return
    toasts.show({
      tone: 'error',
      title: 'What you shared could not be stored',
      body: 'Attach it to a message here instead.',
    })
    void navigate(paths.messaging, { replace: true })
  }, [hasFailed, toasts, navigate])
}
