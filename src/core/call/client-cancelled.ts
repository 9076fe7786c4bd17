/** Why a call stops that its client itself called off. One that only left says nothing, and its runs go on. */
export const CLIENT_CANCELLED = new DOMException('The client cancelled the call', 'AbortError');
