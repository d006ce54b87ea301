// Tests of the focus after its element is removed.
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { useLostFocus } from './use-lost-focus'

function Files({ names, onEmpty }: { names: readonly string[]; onEmpty?: string }) {
  const [remaining, setRemaining] = useState(names)
  return (
    <section>
      <ul>
        {remaining.map((name) => (
          <li key={name}>
            {name}
            <button onClick={() => setRemaining(remaining.filter((one) => one !== name))}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
      {remaining.length === 0 && onEmpty !== undefined && <button>{onEmpty}</button>}
    </section>
  )
}

function Page({ children }: { children: React.ReactNode }) {
  useLostFocus()
  return (
    <main id="content" tabIndex={-1}>
      {children}
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
async function press(name: string) {
  const user = userEvent.setup()
  while (document.activeElement !== button(name)) await user.tab()
  await user.keyboard('{Enter}')
}

/** Returns once the observer has run. */
async function removeFirst() {
  act(() => button('Remove a').click())
  await Promise.resolve()
}

test('moves the focus to the next row, then to the previous one, then to the content that replaces the list', async () => {
  render(
    <Page>
      <Files names={['a', 'b', 'c']} onEmpty="Add files" />
    </Page>,
  )
  await press('Remove b')
  expect(button('Remove c')).toHaveFocus()
  await press('Remove c')
  expect(button('Remove a')).toHaveFocus()
  await press('Remove a')
  expect(button('Add files')).toHaveFocus()
})

test('moves the focus to the log from one of its messages, and to the content if no other control is left', async () => {
  const { unmount } = render(
    <Page>
      <button>Other</button>
      <div role="log" tabIndex={0}>
        <button>Download</button>
        <Files names={['a']} />
      </div>
    </Page>,
  )
  await press('Remove a')
  expect(screen.getByRole('log')).toHaveFocus()
  unmount()
  render(
    <Page>
      <Files names={['a']} />
    </Page>,
  )
  await press('Remove a')
  expect(screen.getByRole('main')).toHaveFocus()
})

test('does not move the focus after a change of the address', async () => {
  render(
    <Page>
      <Files names={['a', 'b']} />
    </Page>,
  )
  await userEvent.tab()
  expect(button('Remove a')).toHaveFocus()
  history.pushState(null, '', '/elsewhere')
  await removeFirst()
  expect(document.body).toHaveFocus()
})

test('does not move the focus if the element had lost it before it was removed', async () => {
  render(
    <Page>
      <Files names={['a', 'b']} />
    </Page>,
  )
  await userEvent.tab()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  act(() => button('Remove a').blur())
  vi.runAllTimers()
  vi.useRealTimers()
  await removeFirst()
  expect(screen.queryByRole('button', { name: 'Remove a' })).toBeNull()
  expect(document.body).toHaveFocus()
})
