// The route /oauth2callback, to which Google redirects. It needs no sign-in, because the code is valid only
// for its own user.
import { useNavigate } from 'react-router'

import { CallbackScreen } from '../../features/analytics'
import { PRODUCT_NAME } from '../../lib/product'
import { paths } from '../paths'

export default function GoogleReturnRoute() {
  const navigate = useNavigate()
  return (
    <>
      <title>{`Google Analytics · ${PRODUCT_NAME}`}</title>
      <CallbackScreen
        connectPath={paths.connectAnalytics}
        connectionsPath={paths.connections}
        dashboardPath={paths.dashboard}
        go={(address) => void navigate(address, { replace: true })}
      />
    </>
  )
}
