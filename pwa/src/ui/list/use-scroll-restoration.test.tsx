// After Back from a row's page the row has the focus again, and the list its scroll position.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useRef, useState } from 'react'
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import { BACK, usePlaceIn } from './use-scroll-restoration'
import { WindowedList } from './windowed-list'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(50_000)
  vi.spyOn(window, 'ResizeObserver').mockImplementation(
    class implements ResizeObserver {
      constructor(notify: ResizeObserverCallback) {
        queueMicrotask(() => act(() => notify([], this)))
      }
      observe = vi.fn()
      unobserve = vi.fn()
      disconnect = vi.fn()
    },
  )
})

const keyOf = (index: number) => `row-${index}`

function LongList({ count }: { count: number }) {
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <WindowedList label="Rows" count={count} keyOf={keyOf} rowHeight={50} scroller={scroller}>
      {(index, focus) => (
        <Link {...focus} to={`/one?row=${index}`}>
          Row {index}
        </Link>
      )}
    </WindowedList>
  )
}

function ShortList() {
  const list = useRef<HTMLUListElement>(null)
  usePlaceIn('Short', list)
  return (
    <div style={{ overflowY: 'auto' }} data-testid="box">
      <ul ref={list}>
        {[0, 1, 2].map((index) => (
          <li key={index}>
            <Link to="/one" data-place={`row-${index}`}>
              Row {index}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function One() {
  const navigate = useNavigate()
  return (
    <>
      <button onClick={() => void navigate(-1)}>Browser back</button>
      <button onClick={() => void navigate('/', { replace: true, state: BACK })}>Our back</button>
      <Link to="/">By the menu</Link>
    </>
  )
}

function show(list: React.ReactNode) {
  render(
    <MemoryRouter initialEntries={['/before', '/']}>
      <Routes>
        <Route path="/" element={list} />
        <Route path="/one" element={<One />} />
      </Routes>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

const box = () => screen.getByRole('list').parentElement as HTMLElement
async function scrollTo(top: number) {
  box().scrollTop = top
  fireEvent.scroll(box())
  await screen.findByText(`Row ${top / 50 + 2}`)
}

test.each(['Browser back', 'Our back'])(
  'a long list restores focus and scroll position: %s',
  async (button) => {
    const user = show(<LongList count={1000} />)
    await screen.findByText('Row 0')
    await scrollTo(5000)
    await user.click(screen.getByText('Row 103'))
    await user.click(screen.getByText(button))
    await waitFor(() => expect(box().scrollTop).toBe(5000))
    fireEvent.scroll(box())
    await waitFor(() => expect(screen.getByText('Row 103')).toHaveFocus())
  },
)

test('a list opened by another link starts at the top', async () => {
  const user = show(<LongList count={1000} />)
  await screen.findByText('Row 0')
  await scrollTo(6000)
  await user.click(screen.getByText('Row 123'))
  await user.click(screen.getByText('By the menu'))
  expect(await screen.findByText('Row 0')).toBeVisible()
  expect(box().scrollTop).toBe(0)
  expect(document.body).toHaveFocus()
})

test('the scroll position is restored after late rows arrive', async () => {
  let setRowCount: (count: number) => void = () => undefined
  function Late() {
    const [count, setCount] = useState(0)
    useEffect(() => {
      setRowCount = setCount
    }, [])
    return <LongList count={count} />
  }
  const user = show(<Late />)
  act(() => setRowCount(1000))
  await screen.findByText('Row 0')
  await scrollTo(7000)
  await user.click(screen.getByText('Row 143'))
  await user.click(screen.getByText('Browser back'))
  act(() => setRowCount(100))
  expect(box().scrollTop).toBe(0)
  act(() => setRowCount(1000))
  await waitFor(() => expect(box().scrollTop).toBe(7000))
  fireEvent.scroll(box())
  await waitFor(() => expect(screen.getByText('Row 143')).toHaveFocus())
})

test('the list does not scroll after the user has scrolled', async () => {
  let setRowCount: (count: number) => void = () => undefined
  function Late() {
    const [count, setCount] = useState(0)
    useEffect(() => {
      setRowCount = setCount
    }, [])
    return <LongList count={count} />
  }
  const user = show(<Late />)
  act(() => setRowCount(1000))
  await screen.findByText('Row 0')
  await scrollTo(8000)
  await user.click(screen.getByText('Row 163'))
  await user.click(screen.getByText('Browser back'))
  await user.keyboard('{Tab}')
  act(() => setRowCount(1000))
  await screen.findByText('Row 0')
  expect(box().scrollTop).toBe(0)
})

test('restores a short list in a scrolling container', async () => {
  const user = show(<ShortList />)
  screen.getByTestId('box').scrollTop = 80
  fireEvent.scroll(screen.getByTestId('box'))
  await user.click(screen.getByText('Row 1'))
  await user.click(screen.getByText('Browser back'))
  await waitFor(() => expect(screen.getByText('Row 1')).toHaveFocus())
  expect(screen.getByTestId('box').scrollTop).toBe(80)
})
