/** Returns the address of a point on a map, at a zoom of OpenStreetMap. The pages send no referrer there. */
export const mapUrl = ({ latitude, longitude }: { latitude: number; longitude: number }, zoom = 17): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${zoom}/${latitude}/${longitude}`;
