const LENGTH = 4;
/** Longer than any server answers: something else talks on this channel. */
const LONGEST = 1_048_576;

/** Puts packets together from the pieces they come in; each piece is copied once. */
export function createPacketStream(
  onPacket: (packet: Buffer) => void,
  onNonsense: (start: Buffer) => void,
  allocate: (size: number) => Buffer = Buffer.allocUnsafe,
): (piece: Buffer) => void {
  const length = Buffer.alloc(LENGTH);
  let lengthHas = 0;
  let packet: Buffer | undefined;
  let packetHas = 0;
  let isBroken = false;
  return (piece) => {
    let at = 0;
    while (at < piece.length && !isBroken) {
      if (!packet) {
        const taken = piece.copy(length, lengthHas, at, at + LENGTH - lengthHas);
        lengthHas += taken;
        at += taken;
        if (lengthHas < LENGTH) return;
        const size = length.readUInt32BE(0);
        lengthHas = 0;
        if (size === 0 || size > LONGEST) {
          isBroken = true;
          return onNonsense(Buffer.concat([length, piece.subarray(at)]));
        }
        packet = allocate(size);
        packetHas = 0;
      }
      const taken = piece.copy(packet, packetHas, at);
      packetHas += taken;
      at += taken;
      if (packetHas < packet.length) return;
      const whole = packet;
      packet = undefined;
      onPacket(whole);
    }
  };
}
