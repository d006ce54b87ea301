// The route /dashboard/messaging. `?client=` selects a conversation for admins.
import { Suspense, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { MessagingScreen } from '../../features/messaging'
import { lazyModule } from '../../lib/lazy-module'
import { clientPath } from '../more-paths'
import { paths, threadPath } from '../paths'
import { SidePanelSkeleton } from '../../ui/layout/panes'
import { lazyComponent } from '../../ui/lazy-component'
import { BACK } from '../../ui/list/use-scroll-restoration'
import { useToasts } from '../../ui/feedback/toast'
import { Title } from '../shell/menu/unread'

const NOTHING = { default: () => null }
// If the side panel does not load, the conversation is shown without it.
const context = lazyModule(() => import('./admin/client-context').catch(() => NOTHING))
const ClientContext = lazyComponent(context, (it) => it.default)

export default function MessagingRoute() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  useFailedShare(params.get('share') === 'failed')
  return (
    <>
      <Title screen="Messaging" />
      <MessagingScreen
        selected={idOf(params.get('client'))}
        hrefOf={threadPath}
        clientOf={clientPath}
        beside={(id) => (
          <Suspense fallback={<SidePanelSkeleton label="About the client" />}>
            <ClientContext key={id} id={id} />
          </Suspense>
        )}
        onBack={() => void navigate(paths.messaging, { replace: true, state: BACK })}
      />
    </>
  )
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){4}[\da-f]{8}$/i
/** The id of no client. */
const NO_CLIENT = '00000000-0000-0000-0000-000000000000'

/**
 * The client of the address. Any other text becomes the id of no client, because the server closes the
 * connection permanently if a frame names a thread by a text that is no id (HE9).
 */
function idOf(client: string | null): string | null {
  return client === null || ID.test(client) ? client : NO_CLIENT
}

/** Shows an error if the service worker could not store content that another app has shared. */
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
