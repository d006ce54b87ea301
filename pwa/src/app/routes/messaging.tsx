// The address /dashboard/messaging; `?client=` selects a conversation for admins.
import { useNavigate, useSearchParams } from 'react-router'

import { MessagingScreen } from '../../features/messaging'
import { PRODUCT_NAME } from '../../lib/product'
import { paths, threadPath } from '../paths'

export default function MessagingRoute() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <>
      <title>{`Messaging · ${PRODUCT_NAME}`}</title>
      <MessagingScreen
        selected={params.get('client')}
        hrefOf={threadPath}
        onBack={() => void navigate(paths.messaging, { replace: true })}
      />
    </>
  )
}
