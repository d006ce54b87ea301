// Simulates a wide window with a mouse until the end of the test: every media query matches.
import { onTestFinished, vi } from 'vitest'

export function widen(): void {
  const media = vi.spyOn(window, 'matchMedia').mockReturnValue({
    matches: true,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  } as unknown as MediaQueryList)
  onTestFinished(() => media.mockRestore())
}
