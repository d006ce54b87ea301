// Gives jsdom's elements a size, because a virtualized list shows no row without it.
import { afterEach, beforeEach, vi } from 'vitest'

/** In every test of the file, each element is `height` px high, and each row is `rowHeight` px high. */
export function withSizes(height: number, rowHeight: number): void {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowHeight)
  })
  afterEach(() => vi.restoreAllMocks())
}
