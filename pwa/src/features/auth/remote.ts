// Asks the server to sign a person in or up; these calls need the network now.
import { auth } from '../../api/auth'
import { type FieldName, PASSWORD_TOO_SHORT, type Values } from './rules'

export type Answer =
  | { is: 'signed-in' }
  | { is: 'confirm-email'; email: string }
  | { is: 'refused'; message: string; field: FieldName | null }

/** The session is stored by the auth library, which tells the app; the answer only steers the form. */
export async function signIn(values: Values): Promise<Answer> {
  return asked(async (client) => {
    const { error } = await client.signInWithPassword({ email: values.email.trim(), password: values.password })
    return error === null ? { is: 'signed-in' } : refused(error)
  })
}

export async function signUp(values: Values): Promise<Answer> {
  return asked(async (client) => {
    const email = values.email.trim()
    const { data, error } = await client.signUp({
      email,
      password: values.password,
      options: { data: { full_name: values.fullName.trim(), company_name: values.companyName.trim() } },
    })
    if (error !== null) return refused(error)
    // A person without a session has to open the link in the mail first.
    return data.session === null ? { is: 'confirm-email', email } : { is: 'signed-in' }
  })
}

async function asked(work: (client: Awaited<ReturnType<typeof auth>>) => Promise<Answer>): Promise<Answer> {
  try {
    return await work(await auth())
  } catch (error) {
    return refused(error)
  }
}

const NO_CONNECTION = 'No connection to the server. Check your network and try again.'
const FIELD_OF: Record<string, FieldName> = {
  weak_password: 'password',
  user_already_exists: 'email',
  email_exists: 'email',
  email_address_invalid: 'email',
  email_address_not_authorized: 'email',
}

function refused(error: unknown): Answer {
  const { name, code, message, status } = shapeOf(error)
  if (code === 'weak_password') return { is: 'refused', message: PASSWORD_TOO_SHORT, field: 'password' }
  if (name === 'AuthRetryableFetchError' && (status === 0 || status === undefined)) {
    return { is: 'refused', message: NO_CONNECTION, field: null }
  }
  // Only the sign-in service words its refusals for a person; a proxy or a parser does not.
  const text = name === 'AuthApiError' && message ? message : 'An error occurred'
  return { is: 'refused', message: text, field: FIELD_OF[code ?? ''] ?? null }
}

type ErrorShape = { name?: string; code?: string | undefined; message?: string; status?: number | undefined }

function shapeOf(error: unknown): ErrorShape {
  return error instanceof Error ? error : {}
}
