package bayesflow4j.head;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.layer.Made;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.storage.Fields;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The hidden layers of a network inside a head.
 *
 * @param widths one per layer
 * @param activation after each
 */
public record HiddenLayers(List<Integer> widths, Activation activation) {
    private static final int WIDEST = 1 << 14;
    private static final int DEEPEST = 50;

    /** Refuses widths that are not positive. */
    public HiddenLayers {
        widths = List.copyOf(widths);
        for (int width : widths)
            if (width < 1) throw new IllegalArgumentException("hidden: expected positive widths, got " + widths);
    }

    /** ELU layers of these widths. */
    public static HiddenLayers of(Integer... widths) {
        return new HiddenLayers(List.of(widths), Activation.ELU);
    }

    /** A network with these hidden layers and linear outputs, its weights placed in the layout under this name. */
    public Mlp network(Layout layout, String name, int in, int condition, int out) {
        return new Mlp(layout, name, in, condition, all(out), activation, Activation.LINEAR);
    }

    /** The same network, its last layer, and thus its output, initialized to zero. */
    public Mlp closed(Layout layout, String name, int in, int condition, int out) {
        return Mlp.closed(layout, name, in, condition, all(out), activation);
    }

    private int[] all(int out) {
        int[] all = new int[widths.size() + 1];
        for (int i = 0; i < widths.size(); i++) all[i] = widths.get(i);
        all[widths.size()] = out;
        return all;
    }

    /**
     * A masked network with these hidden layers and so many outputs for each of its inputs, its weights placed in the
     * layout under this name.
     */
    public Made masked(Layout layout, String name, int width, int condition, int outputs) {
        return new Made(layout, name, width, condition, widths, activation, outputs);
    }

    /** Adds the settings {@code hidden} and {@code activation}. */
    public void writeTo(Map<String, Object> settings) {
        settings.put("hidden", widths);
        settings.put("activation", activation.name().toLowerCase(Locale.ROOT));
    }

    /** The layers that {@link #writeTo} wrote. */
    public static HiddenLayers read(Fields settings) {
        return new HiddenLayers(
                settings.integers("hidden", 1, WIDEST, DEEPEST), settings.choice("activation", Activation.class));
    }
}
