// The address /auth/password: a signed-in person chooses a new password, after the old one was forgotten.
import { useNavigate } from 'react-router'

import { NewPassword } from '../../features/auth'
import { paths } from '../paths'
import { type Person, recovered } from '../session'

export default function NewPasswordRoute({ person }: { person: Person }) {
  const navigate = useNavigate()
  const go = () => {
    recovered()
    void navigate(paths.dashboard, { replace: true })
  }
  return <NewPassword email={person.email} onDone={go} />
}
