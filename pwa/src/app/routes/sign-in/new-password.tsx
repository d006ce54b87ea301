// The route /auth/password. A signed-in user who forgot the password or has none yet chooses one here.
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { FirstPassword, NewPassword } from '../../../features/auth'
import { paths } from '../../paths'
import { lacksPassword, type SessionUser, endRecovery } from '../../session/session'

export default function NewPasswordRoute({ user }: { user: SessionUser }) {
  const navigate = useNavigate()
  // Keep the first value, because the session changes when the password is set.
  const [isFirst] = useState(lacksPassword.get)
  const go = () => {
    endRecovery()
    void navigate(paths.dashboard, { replace: true })
  }
  return isFirst ? (
    <FirstPassword email={user.email} onDone={go} />
  ) : (
    <NewPassword email={user.email} onDone={go} />
  )
}
