// After Back, by the browser's button or the app's own, the search field has its text again.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router'
import { expect, test } from 'vitest'

import { BACK } from './use-scroll-restoration'
import { useSearchText } from './use-search-text'

function List({ name }: { name: string }) {
  const [isShown, setShown] = useState(true)
  const [text, setText] = useSearchText(name, isShown)
  return (
    <>
      {isShown && <input aria-label={name} value={text} onChange={(event) => setText(event.target.value)} />}
      <button onClick={() => setShown(false)}>Close {name}</button>
      <Link to="/one">One</Link>
    </>
  )
}

function One() {
  const navigate = useNavigate()
  return (
    <>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate('/list', { state: BACK })}>To the list</button>
      <Link to="/list">List</Link>
      <Link to="/other">Other</Link>
    </>
  )
}

function open() {
  render(
    <MemoryRouter initialEntries={['/list']}>
      <Routes>
        <Route
          path="/list"
          element={
            <>
              <List name="Clients" />
              <List name="Docs" />
            </>
          }
        />
        <Route path="/other" element={<List name="Clients" />} />
        <Route path="/one" element={<One />} />
      </Routes>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

const first = () => screen.getAllByRole('link', { name: 'One' })[0] as HTMLElement

test.each(['Back', 'To the list'])('%s restores the search text in its own field only', async (button) => {
  const user = open()
  await user.type(screen.getByLabelText('Clients'), 'harbor')
  await user.click(first())
  await user.click(screen.getByRole('button', { name: button }))
  expect(screen.getByLabelText('Clients')).toHaveValue('harbor')
  expect(screen.getByLabelText('Docs')).toHaveValue('')
})

test('the field is empty after a new visit, on another path, and after it was closed', async () => {
  const user = open()
  await user.type(screen.getByLabelText('Clients'), 'harbor')
  await user.type(screen.getByLabelText('Docs'), 'token')
  await user.click(screen.getByRole('button', { name: 'Close Docs' }))
  await user.click(first())
  await user.click(screen.getByRole('link', { name: 'Other' }))
  expect(screen.getByLabelText('Clients')).toHaveValue('')
  await user.click(first())
  await user.click(screen.getByRole('link', { name: 'List' }))
  expect(screen.getByLabelText('Clients')).toHaveValue('')
  await user.click(first())
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(
    [screen.getByLabelText('Clients'), screen.getByLabelText('Docs')].map(
      (field) => (field as HTMLInputElement).value,
    ),
  ).toEqual(['', ''])
})
