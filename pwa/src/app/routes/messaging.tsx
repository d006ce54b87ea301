// The address /dashboard/messaging; `?client=` selects a conversation for admins.
import { useNavigate, useSearchParams } from 'react-router'

import { MessagingScreen } from '../../features/messaging'
import { paths, threadPath } from '../paths'
import { BACK } from '../../ui/list/use-scroll-restoration'
import { Title } from '../shell/menu/unread'

export default function MessagingRoute() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
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
