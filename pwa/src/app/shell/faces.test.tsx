// The pictures of the team: loaded with the first connection, and initials until then.
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { opened } from '../../testing/screens/signed-in'
import { freshReplica } from '../../testing/sync/replicas'
import { Face } from '../../ui/face'
import Faces from './faces'

const GET = vi.hoisted(() => vi.fn())
vi.mock('../../api/client', async (original) => ({ ...(await original<object>()), ownApi: { GET } }))
vi.mock('../../api/files/signed-url', () => ({
  bytesOf: (url: string) => Promise.resolve(url === '/gone.jpg' ? null : new ArrayBuffer(8)),
}))

beforeEach(() => {
  let created = 0
  URL.createObjectURL = () => `blob:${(created += 1)}`
})

const picturesIn = (container: HTMLElement) =>
  [...container.children].map((one) => one.getAttribute('src') ?? one.textContent)

test('shows the picture of a member of the team, but not to a client with the same name', async () => {
  const rows = [
    { name: 'Ana Ferreira', url: '/ana.jpg' },
    { name: 'Rui Costa', url: '/gone.jpg' },
    { name: 'Twin One', url: '/a.jpg' },
    { name: 'Twin One', url: '/b.jpg' },
  ]
  GET.mockResolvedValue({ data: { rows } })
  const offline = { is: 'offline', since: '2026-11-21T13:02:10Z' } as const
  const { sync } = opened(
    <div data-testid="faces">
      <Faces />
      <Face name="Ana Ferreira" />
      <Face name="Ana Ferreira" isTeam={false} />
      <Face name="Rui Costa" />
      <Face name="Twin One" />
    </div>,
    '/dashboard',
    freshReplica(),
    { ...LIVE_CLIENT, link: offline },
  )
  const shown = () => picturesIn(screen.getByTestId('faces'))
  expect(shown()).toEqual(['AF', 'AF', 'RC', 'TO'])
  expect(GET).not.toHaveBeenCalled()
  act(() => sync.status.set(LIVE_CLIENT))
  await waitFor(() => expect(shown()).toEqual(['blob:1', 'AF', 'RC', 'TO']))
  act(() => sync.status.set({ ...LIVE_CLIENT, link: offline }))
  act(() => sync.status.set(LIVE_CLIENT))
  expect(GET).toHaveBeenCalledOnce()
})
