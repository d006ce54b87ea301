// Tests of the page to which Google redirects a client: its result and the next step.
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import {
  client,
  errorResponse,
  show,
  server,
  withEndpoints,
  connectEndpoints,
} from '../../../testing/screens/analytics'
import { CallbackScreen } from '..'

vi.mock('../../../api/client', async (original) =>
  (await import('../../../testing/screens/analytics')).fakeClient(original),
)

const go = vi.fn()
beforeEach(() => void go.mockReset())
withEndpoints(connectEndpoints)

const callbackScreen = (
  <CallbackScreen
    connectPath="/connect-ga"
    connectionsPath="/dashboard/connections"
    dashboardPath="/dashboard"
    go={go}
  />
)

const button = (name: string) => screen.findByRole('button', { name })

test('shows the connected Google account, and removes the code from the URL', async () => {
  let respond: (response: unknown) => void = () => undefined
  server.endpoints['POST google-exchange'] = () => new Promise((resolve) => (respond = resolve))
  const user = show(await client(false), callbackScreen, {
    at: '/oauth2callback?code=c1&state=s1&scope=email',
  })
  expect(await screen.findByRole('heading', { name: 'Connecting your Google account' })).toBeVisible()
  respond({
    data: {
      name: 'Ana Lopes',
      email: 'ana@gmail.example',
      picture: 'https://lh3.googleusercontent.com/a',
      connected_property: null,
    },
  })
  expect(await screen.findByText('Ana Lopes')).toBeVisible()
  expect(screen.getByText('ana@gmail.example')).toBeVisible()
  expect(document.querySelector('img')).toHaveAttribute('src', 'https://lh3.googleusercontent.com/a')
  await waitFor(() => expect(screen.getByTestId('where')).toHaveTextContent(/^\/oauth2callback$/))
  expect(server.api.POST).toHaveBeenCalledExactlyOnceWith('/functions/v1/google-exchange', {
    body: { state: 's1', code: 'c1' },
  })
  await user.click(await button('Continue to Connections'))
  expect(go).toHaveBeenCalledExactlyOnceWith('/dashboard/connections')
})

test.each([
  [null, /Choose the property of your website next\./, 'Choose the property here'],
  ['Northwind – Website', /Your property stays Northwind – Website/, 'See or change the property here'],
])('shows the next step after Google is connected (property: %s)', async (property, text, link) => {
  server.endpoints['POST google-exchange'] = () => ({
    data: { name: 'Ana', email: 'ana@gmail.example', picture: '', connected_property: property },
  })
  show(await client(false), callbackScreen, { at: '/oauth2callback?code=c1&state=s1' })
  const heading = await screen.findByRole('heading', { name: 'Your Google account is connected' })
  expect(heading.parentElement).toHaveTextContent(text)
  if (property !== null) expect(heading.parentElement).not.toHaveTextContent(/next/)
  expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', '/connect-ga')
})

test.each([
  ['?error=access_denied&state=s', 'Authorization was denied or cancelled.'],
  ['?state=s', 'No authorization code received.'],
  ['?code=c&state=s', 'No ID token received'],
])('shows why a callback failed (%s), and offers the next steps', async (query, message) => {
  server.endpoints['POST google-exchange'] = errorResponse('google_no_id_token', 'No ID token received')
  const user = show(await client(false), callbackScreen, { at: `/oauth2callback${query}` })
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  await user.click(await button('Try Again'))
  await user.click(await button('Back to Dashboard'))
  expect(go.mock.calls).toEqual([['/connect-ga'], ['/dashboard']])
})
