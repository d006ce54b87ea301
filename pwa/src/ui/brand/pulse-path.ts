// The path of Pulseboard's mark, in a viewBox of 32 × 32.

export const PULSE_PATH = 'M4 17h5.2l3.1-7.6 5.6 14.8 4-10.4 1.6 3.2H28'
